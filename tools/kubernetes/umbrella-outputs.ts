/**
 * The paths of `@kubewright/kubernetes` in the umbrella package, as text by path below it. With a strict package manager a
 * project can import only from its direct dependencies, which for most is just `kubewright`.
 */
import { entry, type Exports } from './package-exports.ts'

/** The folder of the generated re-exports, below `src`. */
const folder = 'generated/kubernetes'

/**
 * @param specifiers exports of `@kubewright/kubernetes`: `.`, `./batch/v1`, …
 * @param manifest text of the umbrella's `package.json`
 */
export function umbrellaOutputs(specifiers: readonly string[], manifest: string): ReadonlyMap<string, string> {
  const paths = specifiers.filter((each) => each !== '.' && each !== './package.json').map((each) => each.slice(2))
  const sources = paths.map((path) => [`src/${folder}/${path}.ts`, sourceText(path)] as const)
  return new Map([...sources, ['package.json', withKubernetes(manifest, paths)]])
}

function sourceText(path: string): string {
  return `// Made by \`npm run generate:kubernetes\`; edits are lost.\nexport * from '@kubewright/kubernetes/${path}'\n`
}

/** `exports` in its order, with the paths below `./kubernetes` right after it. */
function withKubernetes(manifest: string, paths: readonly string[]): string {
  const content = JSON.parse(manifest) as { readonly exports: Exports }
  const below = paths.map((path) => entry(`./kubernetes/${path}`, `${folder}/${path}`))
  const entries = Object.entries(content.exports)
    .filter(([key]) => !key.startsWith('./kubernetes/'))
    .flatMap((each) => (each[0] === './kubernetes' ? [each, ...below] : [each]))
  return `${JSON.stringify({ ...content, exports: Object.fromEntries(entries) }, null, 2)}\n`
}
