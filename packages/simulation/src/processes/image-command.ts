/** Images whose containers run as real processes on this machine, and within which limits. */
import type { Duration } from '@kubewright/core'

/** What runs in place of an image. */
export interface ImageCommand {
  /**
   * The program and the arguments that always belong to it, as an image's entry point. The program is found once, in the
   * `PATH` of the simulation or below `workingDir`, and never by a shell.
   */
  readonly command: readonly [program: string, ...args: string[]]
  /** What follows when the container gives no `args`. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** @default the pod's own directory */
  readonly workingDir?: string
  /**
   * Whether pods may give the program arguments. An interpreter runs what its arguments say (`node -e`), and servers load
   * modules that theirs name: allow it for programs whose arguments are data.
   *
   * @default false
   */
  readonly allowsArgs?: boolean
  /**
   * Variables that pods may set: names, or beginnings such as `APP_*`. What loaders and interpreters read (`LD_PRELOAD`,
   * `NODE_OPTIONS`, `PATH`) has to be named in full. Names by which pods say who they are (`POD_NAME`) are always taken.
   *
   * @default none
   */
  readonly allowsEnv?: readonly string[]
  /**
   * Paths of the image that stand for volumes: where `args` or `env` of this mapping name one, or something below it, the
   * program is told where the volume is that the pod mounts there. Other paths of the mapping are those of this machine.
   *
   * @default none
   */
  readonly allowsMounts?: readonly string[]
  /**
   * Whether pods may decide everything: `command`, arguments, variables, working directory, probes that execute something,
   * and `kubectl exec`. Then whoever may create pods may run anything on this machine.
   *
   * @default false
   */
  readonly allowsCommands?: boolean
}

/** By the name of the image, with or without its tag: `redis`, `redis:7`, `registry.example.dev/redis`. */
export type Images = Readonly<Record<string, ImageCommand>>

export interface ProcessOptions {
  /**
   * Where volumes, logs and marks of what runs are kept. One simulation at a time; what a killed one left is cleaned up.
   *
   * @default a directory of its own below the system's for temporary files, removed at the end
   */
  readonly directory?: string
  /** How many processes there may be at once, without their own children. @default 64 */
  readonly maxProcesses?: number
  /** How much of what a container writes is kept; the oldest lines go first. @default 1_048_576 */
  readonly maxLogBytes?: number
  /** Directories that pods may use by `hostPath`, with everything below them. @default none */
  readonly hostPaths?: readonly string[]
  /** How long processes have when the simulation ends. @default '5s' */
  readonly stopTimeout?: Duration
}

/** The most precise name goes first; the registry that every name without one means may be left out. */
export function commandFor(images: Images, image: string): ImageCommand | undefined {
  const short = image.replace(/^docker\.io\/(library\/)?/, '')
  const names = [image, short].flatMap((name) => [name, withoutTag(name)])
  const found = names.find((name) => Object.hasOwn(images, name))
  return found === undefined ? undefined : images[found]
}

function withoutTag(image: string): string {
  const [name = ''] = image.split('@')
  const colon = name.lastIndexOf(':')
  return colon > name.lastIndexOf('/') ? name.slice(0, colon) : name
}
