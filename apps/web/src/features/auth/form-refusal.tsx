import { Link } from 'wouter';
import { Notice } from '../../ui/index.ts';

interface FormRefusalProps {
  refusal: string | null;
  mayBeDone: boolean;
  /** The address of the sign-in page. */
  signin: string;
}

/** Why a form was refused, which may be that it had been sent before. */
export function FormRefusal({ refusal, mayBeDone, signin }: FormRefusalProps) {
  return (
    refusal && (
      <Notice tone="bad">
        {refusal}
        {mayBeDone && (
          <>
            {' '}
            An earlier try may have worked: <Link href={signin}>sign in</Link>.
          </>
        )}
      </Notice>
    )
  );
}
