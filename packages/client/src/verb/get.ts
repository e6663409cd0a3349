/** Reads one object from the server. */
import type { KubeObject, Ref } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import { readObject } from './answer.ts'
import { checkText } from './check-options.ts'
import { sendOptions, type VerbContext } from './context.ts'
import { locateObject } from './locate.ts'
import type { GetOptions } from './options.ts'
import { formatQuery } from './query.ts'
import { resourcePath } from './resource-path.ts'
import type { Target } from './target.ts'
import type { View } from './view.ts'

export async function getObject<Item extends KubeObject>(
  context: VerbContext,
  target: Target,
  ref: Ref,
  { view, ...options }: GetOptions & { readonly view: View<Item> },
): Promise<Item> {
  const { resource, subresource } = target
  const operation = locateObject({ verb: 'get', resource, subresource }, ref, context.namespace)
  const resourceVersion = checkText('resourceVersion', options.resourceVersion, operation)
  const path = resourcePath(resource, operation) + formatQuery({ resourceVersion }, operation)
  const call: Call = { operation, method: 'GET', path, headers: { accept: view.accept.object }, repeat: 'read' }
  return readObject(await context.caller.send(call, sendOptions(options)), operation, view)
}
