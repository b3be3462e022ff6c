import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../lib/page/title.ts';
import { NarrowPage, Wordmark } from '../../ui/index.ts';

interface AuthPageProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  elsewhere?: ReactNode;
}

export function AuthPage({ title, ...rest }: AuthPageProps) {
  useTitle(title);
  return (
    <NarrowPage
      home={
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      }
      title={title}
      {...rest}
    />
  );
}
