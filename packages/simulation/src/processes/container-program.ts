/** What a container comes down to on this machine: a program, its arguments and its environment. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { containerVariables, MissingReference, type References } from './container-variables.ts'
import { expand } from './expand.ts'
import type { PodPlace } from './field-reference.ts'
import type { ImageCommand } from './image-command.ts'
import { loopbackOf } from './loopback.ts'
import { type Mounts, relocate, volumeVariable } from './mount-paths.ts'
import { runVariable } from './orphans.ts'
import { mountsOf } from './volumes.ts'

export interface ProgramOf {
  readonly pod: Pod
  readonly container: Container
  readonly image: ImageCommand
  readonly place: PodPlace
  readonly references: References
  /** Where volumes are, by name. */
  readonly volumes: ReadonlyMap<string, string>
  readonly services: ReadonlyMap<string, string>
  readonly podDirectory: string
  readonly run: string
  readonly hostsFile: string
}

export interface ContainerProgram {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Where its volumes are. */
  readonly mounts: Mounts
}

/** Failure: throws `MissingReference` for what is missing, or not allowed. */
export async function containerProgram(given: ProgramOf): Promise<ContainerProgram> {
  const { pod, container, image, place, references } = given
  checkAllowed(container, image)
  const home = join(given.podDirectory, 'home')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const variables = containerVariables({ pod, container, place, references, given: givenVariables(given, home) })
  const mounts = await mountsOf(container, given.volumes, variables)
  const [program, ...fixed] = programOf(container, image)
  const rest = container.args ?? (container.command === undefined ? (image.args ?? []) : [])
  const args = [...fixed, ...rest].map((text) => relocate(expand(text, variables), mounts))
  const cwd = relocate(container.workingDir ?? image.workingDir ?? home, mounts)
  if (!(await isDirectory(cwd)))
    throw new MissingReference(`the working directory ${cwd} does not exist on this machine`)
  return { program: relocate(expand(program, variables), mounts), args, cwd, env: relocated(variables, mounts), mounts }
}

function programOf({ command }: Container, image: ImageCommand): readonly [string, ...string[]] {
  const [first, ...rest] = command ?? []
  return first === undefined ? image.command : [first, ...rest]
}

/** Nothing runs that whoever mapped the image has not allowed. */
function checkAllowed(container: Container, { allowsCommands = false }: ImageCommand): void {
  const { startupProbe, readinessProbe, livenessProbe } = container
  const probes = [startupProbe, readinessProbe, livenessProbe]
  if (probes.some((probe) => probe?.grpc !== undefined))
    throw new MissingReference('probes of the kind grpc cannot be made here: use httpGet, tcpSocket or exec')
  if (allowsCommands) return
  const hint = `map the image with \`allowsCommands\` to let pods do that`
  if (container.command !== undefined && container.command.length > 0)
    throw new MissingReference(`the container names a program of its own: ${hint}`)
  if (probes.some((probe) => probe?.exec !== undefined))
    throw new MissingReference(`a probe names a program of its own: ${hint}`)
}

/** Of this machine's environment only what says where programs are and how people write: no secret goes along. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'] as const

function givenVariables(given: ProgramOf, home: string): ReadonlyMap<string, string> {
  const { pod, image, place, services, volumes, run, hostsFile } = given
  const own = inherited.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return new Map([
    ...own,
    ['HOME', home],
    ['HOSTNAME', pod.spec.hostname ?? pod.metadata.name],
    ['POD_IP', loopbackOf(place.podIp)],
    ['KUBEWRIGHT_HOSTS', hostsFile],
    [runVariable, run],
    ...[...volumes].map(([name, path]) => [volumeVariable(name), path] as const),
    ...(pod.spec.enableServiceLinks === false ? [] : services),
    ...Object.entries(image.env ?? {}),
  ])
}

function relocated(variables: ReadonlyMap<string, string>, mounts: Mounts): Readonly<Record<string, string>> {
  return Object.fromEntries([...variables].map(([name, value]) => [name, relocate(value, mounts)]))
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}
