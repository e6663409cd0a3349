/** Finds a short list of steps that still fails. */

/**
 * Removes ever smaller parts as long as the rest still fails. The result is minimal: it no longer fails without any one of its
 * steps, unless the attempts ran out.
 *
 * @param fails whether these steps still fail
 */
export async function shrink<Step>(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  attempts = 200,
): Promise<readonly Step[]> {
  let left = steps
  let tried = 0
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let hasShrunk = true; hasShrunk; ) {
      hasShrunk = false
      // From the end: later steps depend on earlier ones.
      for (let end = left.length; end > 0 && tried < attempts; end -= size) {
        const candidate = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)]
        tried++
        if (candidate.length === left.length || !(await fails(candidate))) continue
        left = candidate
        hasShrunk = size === 1
      }
    }
  }
  return left
}
