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
      readonly retention: Retention
      readonly verification: 'data' | 'structure'
    }
  | { readonly kind: 'restore'; readonly backup: string; readonly owner: string }

export interface OperationResult {
  readonly files: number
  readonly bytes: number
  /** Why the repository is not intact, if so. The backup itself was made. */
  readonly damage?: string
}

export type OperationState =
  | { readonly state: 'running' }
  | { readonly state: 'succeeded'; readonly result: OperationResult }
  /** The request must not be executed: it would do harm, or cannot succeed later either. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
