/** A name service that keeps its records in memory: what the operator takes for the world outside. */

/** By id. */
export const records = new Map<string, string>()

export const dns = {
  covers: (name: string) => name.endsWith('.example.dev'),
  async ensure(name: string, { signal }: { signal: AbortSignal }): Promise<string> {
    signal.throwIfAborted()
    const id = `record-${name}`
    records.set(id, name)
    return id
  },
  async remove(id: string, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted()
    records.delete(id)
  },
}
