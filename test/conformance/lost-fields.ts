/** Finds fields of an object that a server did not store as sent. */

/** Fields that the server sets, regardless of the request. */
const owned = new Set(['uid', 'creationTimestamp', 'managedFields', 'resourceVersion', 'generation', 'namespace'])

/** Differences between `sent` and `kept`, as `path: sent, kept`. The server may fill empty fields, and owns the status. */
export function lostFields(sent: unknown, kept: unknown, path = ''): string[] {
  if (isEmpty(sent)) return []
  if (Array.isArray(sent) && Array.isArray(kept) && sent.length === kept.length) {
    return sent.flatMap((item, index) => lostFields(item, kept[index], `${path}[${index}]`))
  }
  if (isObject(sent) && isObject(kept)) {
    return Object.entries(sent)
      .filter(([key]) => !(path === '.metadata' && owned.has(key)) && !(path === '' && key === 'status'))
      .flatMap(([key, value]) => lostFields(value, kept[key], `${path}.${key}`))
  }
  return JSON.stringify(sent) === JSON.stringify(kept)
    ? []
    : [`${path}: ${JSON.stringify(sent)}, ${JSON.stringify(kept)}`]
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === '' ||
    value === 0 ||
    value === false ||
    (isObject(value) && Object.keys(value).length === 0)
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
