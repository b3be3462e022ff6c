import { answer, models } from '@polylogue/providers';
import { serve } from './serve.ts';

// The page runs this very file where no worker can: a chunk of its own would be the same once more.
export { answer, models };

if (typeof document === 'undefined') serve(self, { answer, models });
