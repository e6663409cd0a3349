/** An in-memory DNS service: the external system of the operator. */

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
