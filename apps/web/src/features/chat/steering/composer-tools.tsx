import { useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/idle.ts';
import { later } from '../../../lib/later.ts';
import { useLater } from '../../../lib/use-later.ts';
import type { ToolsProps } from './tools.tsx';

const tools = later(() => import('./tools.tsx').then((file) => file.Tools));

/** The tools beside the text box: they come once the page stands and the browser has nothing better to do. */
export function ComposerTools(props: ToolsProps) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const Tools = useLater(tools, isIdle);
  return Tools && <Tools {...props} />;
}
