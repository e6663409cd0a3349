/** Where a command writes, and what tells it to stop. */
export interface Terminal {
  /** For what another program may read. */
  readonly stdout: { write(text: string): unknown }
  /** For what a person reads. */
  readonly stderr: { write(text: string): unknown }
  readonly signal: AbortSignal
}
