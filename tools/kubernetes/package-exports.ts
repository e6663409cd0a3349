/** The `exports` of the package: the root, the data, and one entry a group version. */

/**
 * The text of `package.json` with updated `exports` and everything else unchanged.
 *
 * @param modules sources of the generated entries below `src`, by import path
 */
export function withExports(manifest: string, modules: ReadonlyMap<string, string>): string {
  const entries = [
    entry('.', 'index'),
    entry('./discovery', 'discovery'),
    entry('./schemas', 'schemas'),
    ...[...modules].map(([path, file]) => entry(`./${path}`, file)),
    ['./package.json', './package.json'],
  ]
  const content = { ...(JSON.parse(manifest) as object), exports: Object.fromEntries(entries) as unknown }
  return `${JSON.stringify(content, null, 2)}\n`
}

export type Exports = Readonly<Record<string, unknown>>

export function entry(key: string, file: string) {
  const conditions = {
    '@kubewright/source': `./src/${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  }
  return [key, conditions] as const
}
