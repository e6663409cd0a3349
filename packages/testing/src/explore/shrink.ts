/** Makes a plan smaller as long as it leads to the same failure. */
import { noFaults, type Plan } from './plan.ts'

/** Resolves to what the smallest plan gave; `undefined` if none is smaller. */
export async function shrink<Result>(
  plan: Plan,
  attempt: (plan: Plan) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  let [best, current]: [Result | undefined, Plan] = [undefined, plan]
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const candidate of smaller(current)) {
      const result = await attempt(candidate)
      if (result === undefined) continue
      ;[best, current, isSmaller] = [result, candidate, true]
      break
    }
  }
  return best
}

/** One thing less each, the greatest loss first. */
function smaller({ schedule, faults }: Plan): readonly Plan[] {
  const inOrder = schedule.type === 'in-order' ? [] : [{ ...noFaults, faults }]
  if (schedule.type === 'in-order' && faults.length <= 1) return []
  const fewer = faults.map((_, at) => ({ schedule, faults: faults.filter((__, other) => other !== at) }))
  return [...inOrder, ...fewer]
}
