import type { accounts } from './accounts.ts';
import type { ChallengeService } from './domains/challenge/service.ts';
import type { ConversationService } from './domains/conversations/service.ts';
import type { FileService } from './domains/files/service.ts';
import type { FriendService } from './domains/friends/service.ts';
import type { ImageService } from './domains/images/service.ts';
import type { OwnDataService } from './domains/own-data/service.ts';
import type { ReportService } from './domains/reports/service.ts';
import type { SpaceService } from './domains/spaces/service.ts';
import type { LiveSockets } from './platform/live/live.ts';
import type { MessageSearch } from './platform/search/message-search.ts';

/** The domains of a server. They depend on each other in circles, so they are complete only before the first request. */
export interface Domains {
  challenges: ChallengeService;
  people: ReturnType<typeof accounts>;
  friendships: FriendService;
  reported: ReportService;
  uploads: FileService;
  pictures: ImageService;
  spaces: SpaceService;
  sockets: LiveSockets;
  stored: ConversationService;
  search: MessageSearch;
  own: OwnDataService;
}
