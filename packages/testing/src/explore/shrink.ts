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
function smaller(plan: Plan): readonly Plan[] {
  const { schedule, faults, declares } = plan
  const inOrder = schedule.type === 'in-order' ? [] : [{ ...plan, schedule: noFaults.schedule }]
  if (schedule.type === 'in-order' && faults.length <= (declares === undefined ? 1 : 0)) return []
  const picks = schedule.type === 'picked' ? schedule.picks : []
  const lessPicked = picks.map((_, at): Plan => {
    return { ...plan, schedule: { type: 'picked', picks: picks.filter((__, other) => other !== at) } }
  })
  const fewer = faults.map((_, at) => ({ ...plan, faults: faults.filter((__, other) => other !== at) }))
  const declared = declares === undefined || faults.length === 0 ? [] : [{ schedule, faults }]
  return [...declared, ...inOrder, ...fewer, ...lessPicked]
}
