import * as adapters from '@polylogue/providers';
import { serve } from './serve.ts';

serve(self, adapters);
