/** The definitions of a project at a git revision. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CustomResourceDefinition } from '@kubewright/resource'
import { parse } from 'yaml'
import { cliErrors } from '../errors.ts'
import { crdFolder } from '../generate/crd-files.ts'

const run = promisify(execFile)

/** The null revision that CI reports as the parent of the first commit. */
const nothing = /^0{40,64}$/

/** `undefined` if the project is in no repository, or there is no earlier revision. Failure: `KW_CLI_REVISION`. */
export async function definitionsAt(
  revision: string | undefined,
  root: string,
): Promise<readonly CustomResourceDefinition[] | undefined> {
  if (revision !== undefined && nothing.test(revision)) return undefined
  const git = async (...args: readonly string[]) =>
    (await run('git', [...args], { cwd: root, maxBuffer: 2 ** 26 })).stdout
  try {
    await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision ?? 'HEAD'}^{commit}`)
  } catch (error) {
    if (revision === undefined) return undefined
    throw cliErrors('KW_CLI_REVISION', {
      what: `compare with ${revision}`,
      why:
        (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? 'git is not installed'
          : 'the revision does not exist in this clone',
      next: 'Pass a branch, tag or commit of this clone. To fetch all: git fetch --all --tags',
      details: { revision },
      cause: error,
    })
  }
  const at = revision ?? 'HEAD'
  const names = (await git('ls-tree', '--name-only', '--end-of-options', at, `${crdFolder}/`)).split('\n')
  const paths = names.filter((path) => path.endsWith('.yaml'))
  return Promise.all(
    paths.map(
      async (path) => parse(await git('show', '--end-of-options', `${at}:./${path}`)) as CustomResourceDefinition,
    ),
  )
}
