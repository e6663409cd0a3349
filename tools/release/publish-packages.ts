/**
 * Publishes packed packages to a registry in dependency order. A version that the registry already has is skipped, so that an
 * interrupted release can be resumed by running it again.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { stage } from '../stage.ts'

const run = promisify(execFile)

/** Runs npm and resolves to what it printed. */
export type Npm = (args: readonly string[]) => Promise<{ readonly stdout: string }>

const installedNpm: Npm = (args) => run('npm', args)

export interface PublishOptions {
  /** @default the registry that npm is configured with */
  readonly registry?: string
  /** The dist-tag: `latest`, or `next` for previews. */
  readonly tag: string
  readonly isDryRun: boolean
  /** Whether npm signs the provenance of the build; only a CI service with an identity token can. */
  readonly hasProvenance: boolean
}

export interface Publishable {
  readonly name: string
  readonly version: string
  /** The tarball. */
  readonly path: string
}

export async function publishPackages(
  packages: readonly Publishable[],
  options: PublishOptions,
  npm = installedNpm,
): Promise<boolean> {
  for (const each of packages) {
    const isPublished = !options.isDryRun && (await hasVersion(each, options, npm))
    const title = `${each.name}@${each.version}${isPublished ? ', which is there already' : ''}`
    const isDone = await stage(title, async () => {
      if (!isPublished) await npm(publishArguments(each, options))
    })
    if (!isDone) return false
    if (!isPublished && !options.isDryRun) console.log(newTag(each))
  }
  return true
}

/** The line of output from which `changesets/action` makes a tag and a release on GitHub. */
export function newTag({ name, version }: Pick<Publishable, 'name' | 'version'>): string {
  return `New tag: ${name}@${version}`
}

export function publishArguments({ path }: Pick<Publishable, 'path'>, options: PublishOptions): string[] {
  return [
    'publish',
    path,
    '--access=public',
    `--tag=${options.tag}`,
    '--ignore-scripts',
    '--loglevel=error',
    ...registryArguments(options),
    ...(options.isDryRun ? ['--dry-run'] : []),
    ...(options.hasProvenance ? ['--provenance'] : []),
  ]
}

async function hasVersion({ name, version }: Publishable, options: PublishOptions, npm: Npm): Promise<boolean> {
  try {
    const { stdout } = await npm(['view', `${name}@${version}`, 'version', ...registryArguments(options)])
    return stdout.trim() === version
  } catch (error) {
    if (String((error as { stderr?: unknown }).stderr).includes('E404')) return false
    throw error
  }
}

function registryArguments({ registry }: PublishOptions): string[] {
  return registry === undefined ? [] : [`--registry=${registry}`]
}
