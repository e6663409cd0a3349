/** The names of definitions and their modules, and the text of names in generated code. */

/**
 * The short name of a published schema: its module and its name there. Go packages are named after the first label of their
 * group, so `io.k8s.api.rbac.v1.Role` is `rbac/v1.Role`. Types without a group (Quantity, IntOrString, RawExtension) belong to
 * `meta/v1`.
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

/** Splits a definition's short name into its module and local name. */
export function splitDefinition(definition: string): { module: string; name: string } {
  const dot = definition.indexOf('.')
  return { module: definition.slice(0, dot), name: definition.slice(dot + 1) }
}

/** `name` as a property key, unquoted if possible. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringText(name)
}

export function stringText(value: string): string {
  // JSON escapes everything that a literal must escape; only the quotes differ.
  const escaped = JSON.stringify(value).slice(1, -1)
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
