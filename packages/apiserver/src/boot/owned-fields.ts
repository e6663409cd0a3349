/** Managed fields in short notation: `metadata(labels(. app)) spec(replicas)`. */

/** Returns the form of `managedFields`; a dot is the enclosing field itself, and `k:` begins a list item. */
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
