import { memo, type ReactNode } from 'react';
import { counts } from './counts.ts';
import { type Grown, itemsInStretch, type Run, runLength, type Stretch } from './grown.ts';

/** Shows one run, whose first item has the index `start`. Must be the same function from one render to the next. */
export type ShowRun<T> = (run: Run<T>, start: number) => ReactNode;

interface Props<Part, T> {
  part: Part;
  start: number;
  show: ShowRun<T>;
}

/** A list that grows at its end: when it does, only its last run is rendered again. */
export function GrownView<T>({ list, show }: { list: Grown<T>; show: ShowRun<T> }) {
  return list.stretches.map((stretch, index) => {
    const start = index * itemsInStretch;
    return <StretchView key={start} part={stretch} start={start} show={show} />;
  });
}

const StretchView = memo(function StretchView<T>(props: Props<Stretch<T>, T>) {
  counts.rendered++;
  return props.part.map((run, index) => {
    const start = props.start + index * runLength;
    return <RunView key={start} part={run} start={start} show={props.show} />;
  });
}) as <T>(props: Props<Stretch<T>, T>) => ReactNode;

const RunView = memo(function RunView<T>(props: Props<Run<T>, T>) {
  counts.rendered++;
  return props.show(props.part, props.start);
}) as <T>(props: Props<Run<T>, T>) => ReactNode;
