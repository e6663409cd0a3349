/** The running processes of one contender that share the Websites of a namespace. */
import type { OperatorProcess } from './operator-process.ts'

export interface Fleet {
  /** The observer's name for its kind of Website. */
  readonly websites: string
  /** Each reconciles a part of the Websites. */
  readonly shards: readonly OperatorProcess[]
  /** The process that assigns Websites, where no shard does. */
  readonly sharder?: OperatorProcess
}
