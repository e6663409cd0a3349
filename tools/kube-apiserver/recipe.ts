/**
 * The build recipe, read from the `go.mod` in this folder, which is the only place for versions. Pure: does not run Go or
 * access the disk.
 */
import { createHash } from 'node:crypto'

/** The programs in a directory of binaries, with their Go packages. */
const packageOf = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
} as const

export type ProgramName = keyof typeof packageOf

export const programNames = Object.keys(packageOf) as ProgramName[]

export interface Recipe {
  /** `1.36.4` */
  readonly kubernetes: string
  /** The minimum Go release of the module: `1.26.0` */
  readonly go: string
  /** The name of the directory of finished binaries. Changes whenever the binaries would. */
  readonly cacheName: string
}

/** The texts of the two files that pin all versions. */
export interface ModuleFiles {
  readonly mod: string
  readonly sum: string
}

export function readRecipe({ mod, sum }: ModuleFiles): Recipe {
  const kubernetes = find(mod, /^\tk8s\.io\/kubernetes v(\S+)/m, 'the version of k8s.io/kubernetes')
  const go = find(mod, /^go (\S+)$/m, 'the Go version')
  const inputs = [mod, sum, process.platform, process.arch, ...linkerFlags(kubernetes)]
  const digest = createHash('sha256').update(inputs.join('\0')).digest('hex').slice(0, 8)
  return { kubernetes, go, cacheName: `kube-apiserver-${kubernetes}-${digest}` }
}

/** The arguments of `go` that build one program into `directory`. `-v` prints each package as it is compiled. */
export function buildArguments(program: ProgramName, recipe: Recipe, directory: string): string[] {
  const linker = linkerFlags(recipe.kubernetes).join(' ')
  return ['build', '-v', '-trimpath', '-ldflags', linker, '-o', `${directory}/${program}`, packageOf[program]]
}

/** Go modules carry no version stamp; without one the server reports v0.0.0 and kubectl refuses to compare versions. */
function linkerFlags(kubernetes: string): string[] {
  const [major, minor] = kubernetes.split('.')
  const stamp = { gitVersion: `v${kubernetes}`, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' }
  const stamped = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version']
  const stamps = stamped.flatMap((path) => Object.entries(stamp).map(([name, value]) => `-X ${path}.${name}=${value}`))
  return ['-s', '-w', ...stamps]
}

function find(text: string, pattern: RegExp, what: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`Cannot find ${what} in tools/kube-apiserver/go.mod. Restore the file.`)
  return found
}
