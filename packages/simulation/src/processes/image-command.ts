/** Images whose containers run as real processes on this machine, and their limits. See decision 0138. */
import type { Duration } from '@kubewright/core'

/** The program that runs in place of an image. */
export interface ImageCommand {
  /**
   * The program and its fixed arguments, like an image's entry point. The program is resolved once, in the `PATH` of the simulation or
   * below `workingDir`, and never by a shell.
   */
  readonly command: readonly [program: string, ...args: string[]]
  /** Arguments if the container has no `args`. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** @default the pod's own directory */
  readonly workingDir?: string
  /**
   * Whether pods may set the program's arguments. Interpreters execute code from arguments (`node -e`), and servers load modules that
   * arguments name: allow it only for programs whose arguments are data.
   *
   * @default false
   */
  readonly allowsArgs?: boolean
  /**
   * Variables that pods may set: names, or prefixes such as `APP_*`. Variables that loaders and interpreters read (`LD_PRELOAD`,
   * `NODE_OPTIONS`, `PATH`) must be named in full. Variables that identify a pod (`POD_NAME`) are always allowed.
   *
   * @default none
   */
  readonly allowsEnv?: readonly string[]
  /**
   * Paths of the image that are volumes: if `args` or `env` of this mapping contain such a path, or one below it, it is replaced by the
   * directory of the volume that the pod mounts there. Other paths of the mapping are those of this machine.
   *
   * @default none
   */
  readonly allowsMounts?: readonly string[]
  /**
   * Whether pods may set everything: `command`, arguments, variables, working directory, exec probes, and `kubectl exec`. Then any user who
   * may create pods can run anything on this machine.
   *
   * @default false
   */
  readonly allowsCommands?: boolean
}

/** By the name of the image, with or without its tag: `redis`, `redis:7`, `registry.example.dev/redis`. */
export type Images = Readonly<Record<string, ImageCommand>>

/** The directory and the limits of containers that run as real processes. */
export interface ProcessOptions {
  /**
   * The directory for volumes, logs and process records. It is used by one simulation at a time; leftovers of a killed one are cleaned up.
   *
   * @default a directory of its own below the system's for temporary files, removed at the end
   */
  readonly directory?: string
  /** The maximum number of concurrent processes, not counting their child processes. @default 64 */
  readonly maxProcesses?: number
  /** The maximum size of a container's log; the oldest lines are dropped first. @default 1_048_576 */
  readonly maxLogBytes?: number
  /** Directories that pods may mount as `hostPath`, including everything below them. @default none */
  readonly hostPaths?: readonly string[]
  /** How long processes may take to stop when the simulation ends. @default '5s' */
  readonly stopTimeout?: Duration
}

/** The most specific name takes precedence; the default registry may be left out. */
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
