/** The process of a container on this machine: a program, its arguments and its environment. */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { type ApiServerAddress, apiAccessVariables } from './api-access.ts'
import { containerVariables, MissingReference, type References } from './container-variables.ts'
import { expand } from './expand.ts'
import type { PodPlace } from './field-reference.ts'
import type { ImageCommand } from './image-command.ts'
import { loopbackOf } from './loopback.ts'
import { type Mounts, mountsBelow, relocate, volumeVariable } from './mount-paths.ts'
import { runVariable } from './orphans.ts'
import { checkContainer, checkVariables } from './pod-limits.ts'
import { mountsOf } from './volumes.ts'

export interface ProgramOf {
  readonly pod: Pod
  readonly container: Container
  readonly image: ImageCommand
  /** The path of the image's program. */
  readonly hostProgram: string
  readonly place: PodPlace
  readonly references: References
  /** The directories of volumes, by name. */
  readonly volumes: ReadonlyMap<string, string>
  /** The service variables. */
  readonly services: ReadonlyMap<string, string>
  readonly apiServer: ApiServerAddress | undefined
  readonly podDirectory: string
  readonly run: string
  readonly hostsFile: string
}

export interface ContainerProgram {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The mounts of its volumes. */
  readonly mounts: Mounts
}

/** Failure: throws `MissingReference` for missing or disallowed settings. */
export async function containerProgram(program: ProgramOf): Promise<ContainerProgram> {
  const { pod, container, image, place, references } = program
  checkContainer(container, image)
  const home = join(program.podDirectory, 'home')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const given = givenVariables(program, home, await apiAccessVariables(program))
  const variables = containerVariables({ pod, container, place, references, given })
  checkVariables(variables, given, image)
  const mounts = await mountsOf(container, program.volumes, variables)
  const env = relocatedVariables({ variables, given, mounts, image })
  const cwd = workingDirOf(container, image, { mounts, home })
  if (!(await isDirectory(cwd)))
    throw new MissingReference(`the working directory ${cwd} does not exist on this machine`)
  return { ...wordsOf(program, variables, mounts), cwd, env, mounts }
}

type Words = Pick<ContainerProgram, 'program' | 'args'>

/** Words of the image mapping are paths of this machine: a pod cannot mount over the program or its files. */
function wordsOf({ container, image, hostProgram }: ProgramOf, variables: Variables, mounts: Mounts): Words {
  const told = (words: readonly string[], where: Mounts) =>
    words.map((word) => relocate(expand(word, variables), where))
  const [, ...fixed] = image.command
  const [first, ...rest] = told(container.command ?? [], mounts)
  if (first !== undefined) return { program: first, args: [...rest, ...told(container.args ?? [], mounts)] }
  const last =
    container.args === undefined ? told(image.args ?? [], mountsOfMapping(image, mounts)) : told(container.args, mounts)
  return { program: hostProgram, args: [...told(fixed, noMounts), ...last] }
}

const noMounts: Mounts = new Map()

type Variables = ReadonlyMap<string, string>

function mountsOfMapping({ allowsCommands = false, allowsMounts = [] }: ImageCommand, mounts: Mounts): Mounts {
  return allowsCommands ? mounts : mountsBelow(mounts, allowsMounts)
}

/** `checkContainer` has verified that the pod may set a working directory. */
function workingDirOf(
  { workingDir = '' }: Container,
  image: ImageCommand,
  { mounts, home }: { readonly mounts: Mounts; readonly home: string },
): string {
  return workingDir === '' ? (image.workingDir ?? home) : relocate(workingDir, mounts)
}

/** The inherited variables are limited to program paths and locale, so that no secrets leak. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'] as const

function givenVariables(
  given: ProgramOf,
  home: string,
  access: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
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
    ...services,
    ...access,
    ...Object.entries(image.env ?? {}),
  ])
}

interface Relocated {
  readonly variables: Variables
  /** Variables that are not set by the pod. */
  readonly given: Variables
  readonly mounts: Mounts
  readonly image: ImageCommand
}

/** Variables set by the simulation already have paths of this machine. */
function relocatedVariables({ variables, given, mounts, image }: Relocated): Readonly<Record<string, string>> {
  const mapped = mountsOfMapping(image, mounts)
  const mountsFor = (name: string, value: string) => {
    if (given.get(name) !== value) return mounts
    return Object.hasOwn(image.env ?? {}, name) ? mapped : noMounts
  }
  return Object.fromEntries([...variables].map(([name, value]) => [name, relocate(value, mountsFor(name, value))]))
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}
