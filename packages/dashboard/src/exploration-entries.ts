/** Explorations on the page: their source, progress, failures and sequences. */
export type {
  ExplorationEntry,
  ExplorationListener,
  ExplorationProgress,
  ExplorationRequest,
  ExplorationResult,
  ExplorationRunEntry,
  ExplorationSource,
  ExploredFailure,
  ExploredFailureEntry,
  StoryMoment,
  StoryObject,
  StorySequence,
  StrategyProgress,
} from './exploration.ts'
