/** How much more several shards carry than one process, for each operator. Pure. */
import { format } from './report.ts'
import { summarize } from './statistics.ts'
import type { Sample } from './suite.ts'

export interface ScaleOut {
  readonly title: string
  /** Names of contenders. */
  readonly one: string
  readonly several: string
}

/** One sentence for each operator of which both were measured. The medians of `metric` are compared. */
export function scaleOutNotes(pairs: readonly ScaleOut[], samples: readonly Sample[], metric: string): string[] {
  return pairs.flatMap(({ title, one, several }) => {
    const [before, after] = [one, several].map((name) => {
      const values = samples.filter(({ contender }) => contender === name).map((sample) => sample.values[metric]!)
      return values.length === 0 ? undefined : summarize(values).median
    })
    if (before === undefined || after === undefined) return []
    const factor = (after / before).toFixed(2)
    return [
      `Scale-out factor, ${title}: **${factor}×** (from ${format(before)} to ${format(after)} Websites a second).`,
    ]
  })
}
