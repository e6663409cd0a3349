/** How things are called: definitions, the modules they live in, and the text of names in generated code. */

/**
 * The short name of a published schema: the module that owns it and its name there. Go packages are named after the
 * first label of their group, so `io.k8s.api.rbac.v1.Role` is `rbac/v1.Role`. What belongs to no group (Quantity,
 * IntOrString, RawExtension) is at home in `meta/v1`.
 */
export function definitionName(published: string): string {
  const [, group, version, name] = /\.([a-z]+)\.(v\d+(?:(?:alpha|beta)\d+)?)\.(\w+)$/.exec(published) ?? []
  if (group !== undefined) return `${group}/${version}.${name}`
  if (published.startsWith('io.k8s.apimachinery.pkg.'))
    return `meta/v1.${published.slice(published.lastIndexOf('.') + 1)}`
  throw new Error(`Cannot name the schema ${published}: its package is unknown. Teach definitionName where it belongs.`)
}

/** The module of a group version: `core/v1`, `rbac/v1`. */
export function moduleOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return `${group === '' ? 'core' : group.split('.')[0]}/${version}`
}

/** The module and the local name a definition's short name consists of. */
export function splitDefinition(definition: string): { module: string; name: string } {
  const dot = definition.indexOf('.')
  return { module: definition.slice(0, dot), name: definition.slice(dot + 1) }
}

/** `name` as a property key: bare where the language allows it. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringText(name)
}

export function stringText(value: string): string {
  // JSON escapes whatever a literal may not hold; only the quotes change places.
  const escaped = JSON.stringify(value).slice(1, -1)
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
