import { useLive } from '../../../lib/state/use-live.ts';
import { EncodingQuestions } from '../../../ui/encoding/index.ts';
import { Button, CloseIcon, IconButton } from '../../../ui/index.ts';
import { ProgressBar } from '../../../ui/progress/index.ts';
import rows from '../rows.module.css';
import { uploads } from './own-files.ts';
import type { Upload } from './uploads.ts';

/** Uploads in progress, and those that failed. */
export function UploadList() {
  const all = useLive(uploads, (list) => list);
  if (all.length === 0) return null;
  return (
    <>
      <ul className={rows.rows} aria-label="Uploads">
        {all.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
      <EncodingQuestions files={all} />
    </>
  );
}

function Row({ upload: { id, name, state } }: { upload: Upload }) {
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>{name}</p>
        {state.type === 'failed' ? (
          <p className={rows.problem} role="alert">
            {state.why}
          </p>
        ) : (
          <ProgressBar label={`Uploading ${name}`} share={state.type === 'sending' ? state.share : 0} />
        )}
      </div>
      {state.type === 'failed' && state.isRetryable && (
        <Button small aria-label={`Try ${name} again`} onClick={() => uploads.retry(id)}>
          Try again
        </Button>
      )}
      <IconButton
        label={state.type === 'failed' ? `Dismiss ${name}` : `Cancel ${name}`}
        onClick={() => uploads.discard(id)}
      >
        <CloseIcon />
      </IconButton>
    </li>
  );
}
