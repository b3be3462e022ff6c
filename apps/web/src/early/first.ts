import '../ui/theme/first.ts';
import { askEarly } from './ask-early.ts';

// The first script of every document. It is a plain script before everything else: what it imports is in no other.
askEarly();
