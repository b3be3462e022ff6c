import '../ui/theme/first.ts';
import { prefetch } from './prefetch.ts';
import { prepareTimes } from './times.ts';
import { keepTyping } from './typing.ts';

// The first script of every document, a classic one. Its imports are in no other file.

prefetch();
keepTyping();
prepareTimes();
