/** Which fields a manager owns, written short: `metadata(labels(. app)) spec(replicas)`. */

/** As `managedFields` has them; a dot stands for the field around it, and `k:` begins an item of a list. */
export function ownedFields(text: string): object {
  const root: Record<string, object> = {}
  const stack = [root]
  let latest = root
  for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
    if (word === '(') stack.push(latest)
    else if (word === ')') stack.pop()
    else {
      latest = {}
      stack.at(-1)![word === '.' || word.startsWith('k:') ? word : `f:${word}`] = latest
    }
  }
  return root
}
