/** Slow start: makes one call first, then doubles the batch size each time, and stops at the first failure. */

/** The result of a slow start. */
export interface SlowStart {
  readonly done: number
  /** The first failure, if any. */
  readonly failure: unknown
}

export async function slowStart(count: number, make: (index: number) => Promise<unknown>): Promise<SlowStart> {
  let done = 0
  for (let size = 1; done < count; size *= 2) {
    const batch = Array.from({ length: Math.min(size, count - done) }, (_, index) => make(done + index))
    const results = await Promise.allSettled(batch)
    done += results.filter(({ status }) => status === 'fulfilled').length
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) return { done, failure: failed.reason }
  }
  return { done, failure: undefined }
}
