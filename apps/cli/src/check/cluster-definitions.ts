/** The definitions of a project as a cluster has them. */
import { createClient, ignoreNotFound, loadConfig } from '@kubewright/client'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import type { CustomResourceDefinition as Definition } from '@kubewright/resource'
import type { Terminal } from '../terminal/terminal.ts'

/** Those that are installed. Failure: as `loadConfig` and the client fail. */
export async function definitionsIn(
  names: readonly string[],
  { environment, signal }: Terminal,
): Promise<readonly Definition[]> {
  await using client = createClient(await loadConfig({ env: environment }))
  const found = await Promise.all(
    names.map((name) => client.get(CustomResourceDefinition, { name }, { signal }).catch(ignoreNotFound)),
  )
  return found.filter((one) => one !== undefined) as unknown as readonly Definition[]
}
