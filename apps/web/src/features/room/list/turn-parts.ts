import type { SpaceRights, Turn } from '@polylogue/contract';
import type { ComponentType, ReactNode } from 'react';
import type { Row } from '../../messages/index.ts';
import type { WantedModel } from '../../post/outbox.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { ModelName } from '../words/receipt.ts';
import type { TurnMessage } from './lines.ts';
import type { PostIntents, TurnIntents } from './post-intents.ts';

export interface TurnViewProps extends Row {
  message: TurnMessage;
  /** What its day is called, if it is the first of that day. */
  day: string | null;
  me: string;
  can: SpaceRights;
  isHost: boolean;
  mayDelete: boolean;
  /** It is on the screen. */
  onSeen?: (() => void) | undefined;
  intents: PostIntents & TurnIntents;
  room: Pick<OpenRoom, 'read' | 'listen' | 'start' | 'presence'>;
  /** Missing until its table has come. */
  modelName?: ModelName | undefined;
  /** Missing until their code has come. */
  parts?: TurnParts | undefined;
}

/** The parts of a turn that need this browser’s keys. */
export interface TurnParts {
  /** Whether its person asked this turn in this browser. */
  wasAskedHere(turn_id: string): boolean;
  /** What this browser can do for a question that waits. */
  waysToAnswer(turn: WaitingTurn): ReactNode;
  /** Lets one choose another model. */
  OtherModel: ComponentType<OtherModelProps>;
  /** Whose account is asked, in words. */
  WhoPays: ComponentType<WhoPaysProps>;
}

export interface OtherModelProps {
  room: TurnViewProps['room'];
  me: string;
  /** Could not be answered. */
  turn: TurnMessage['turn'];
  onChoose(model: WantedModel): Promise<void>;
}

export interface WhoPaysProps extends Pick<OtherModelProps, 'room' | 'me'> {
  /** The model that is asked; null: any. */
  wants: WantedModel | null;
}

/** A question that waits for a key. */
export interface WaitingTurn {
  turn_id: string;
  asked_by: string | null;
  wants: Turn['wants'];
  is_automatic: boolean;
}
