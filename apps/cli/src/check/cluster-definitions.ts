/** The definitions of a project as installed in a cluster. */
import { type ConnectionConfig, createClient, ignoreNotFound } from '@kubewright/client'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import type { CustomResourceDefinition as Definition } from '@kubewright/resource'

/** Only the installed ones. Failure: as the client fails. */
export async function definitionsIn(
  connection: ConnectionConfig,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly Definition[]> {
  await using client = createClient(connection)
  const found = await Promise.all(
    names.map((name) => client.get(CustomResourceDefinition, { name }, { signal }).catch(ignoreNotFound)),
  )
  return found.filter((one) => one !== undefined) as unknown as readonly Definition[]
}
