/** Something that outlived a test. */

/** The kind of resource that outlived a test. */
export type LeakKind =
  | 'timer'
  | 'socket'
  | 'server'
  | 'child process'
  | 'file watcher'
  | 'file'
  | 'worker'
  | 'handle'
  | 'task'
  | 'virtual timer'

/** A resource that outlived a test, and where it was created. */
export interface Leak {
  readonly kind: LeakKind
  /** Human-readable: `a listening server at 127.0.0.1:8080`. */
  readonly description: string
  /** The stack of the call that created it, without Node's own lines; empty if unknown. */
  readonly origin: string
}
