/** The protocol between controller and agent: operations and their state. */

export interface Retention {
  readonly last?: number | undefined
  readonly hourly?: number | undefined
  readonly daily?: number | undefined
  readonly weekly?: number | undefined
  readonly monthly?: number | undefined
}

export type BackupOperation =
  | {
      readonly kind: 'backup'
      /** Identifies the backup in the repository. */
      readonly backup: string
      /** Identifies the backups of this plan in a shared repository: `namespace.plan`. */
      readonly owner: string
      /** Identifies the data among that of the plan. */
      readonly source: string
      readonly retention: Retention
      readonly verification: 'data' | 'structure'
    }
  | { readonly kind: 'restore'; readonly backup: string; readonly owner: string; readonly source: string }

/** The size of a finished backup or restore, and damage found in the repository. */
export interface OperationResult {
  readonly files: number
  readonly bytes: number
  /** Why the repository is not intact, if so. The backup itself was made. */
  readonly damage?: string
}

/** The state of a backup or restore, as the agent reports it. A failed operation can be retried, a refused one cannot. */
export type OperationState =
  | { readonly state: 'running' }
  | { readonly state: 'succeeded'; readonly result: OperationResult }
  /** The request must not be executed: it would do harm, or cannot succeed later either. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
