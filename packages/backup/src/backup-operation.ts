/** What an agent is asked to do, and what it says about it. The same on both sides of the connection. */

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
      /** Marks the backup in the repository. */
      readonly backup: string
      /** Tells the backups of this plan from others in the repository: `namespace.plan`. */
      readonly owner: string
      readonly retention: Retention
      readonly verification: 'data' | 'structure'
    }
  | { readonly kind: 'restore'; readonly backup: string; readonly owner: string }

export interface OperationResult {
  readonly files: number
  readonly bytes: number
  /** Why the repository is not trustworthy, if it is not. The backup itself was made. */
  readonly damage?: string
}

export type OperationState =
  | { readonly state: 'running' }
  | { readonly state: 'succeeded'; readonly result: OperationResult }
  /** What was asked for must not be done: it would do harm, or cannot succeed later either. */
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
