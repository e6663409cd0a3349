/** A write as judges are told of it: the `request` of reviews and of expressions, without the objects. */
import type { JsonObject } from '@kubewright/core'
import { userInfoOf } from '../../auth/reviews/user-info.ts'
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { Attributes } from '../admission.ts'
import { namespaceOf } from './rule.ts'
import { spokenKind } from './versioned.ts'

/** @param version the one that is shown, which need not be the one that was asked for */
export function admissionRequest(attributes: Attributes, version: ServedKind): JsonObject {
  const { kind, subresource, name, operation, user } = attributes
  const namespace = namespaceOf(attributes)
  return {
    kind: kindOf(version, subresource),
    resource: resourceOf(version),
    ...(subresource === '' ? {} : { subResource: subresource }),
    requestKind: kindOf(kind, subresource),
    requestResource: resourceOf(kind),
    ...(subresource === '' ? {} : { requestSubResource: subresource }),
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation,
    userInfo: userInfoOf(user) as JsonObject,
  }
}

/** What comes after the objects. */
export function admissionCircumstances(attributes: Attributes): JsonObject {
  const options = { ...attributes.options, ...identityOf(attributes) } as JsonObject
  return { dryRun: attributes.isDryRun, options: Object.keys(options).length === 0 ? null : options }
}

/** Of a namespace the server deletes only the one it has seen, whatever the caller insists on. */
function identityOf({ kind, operation, subresource, options, oldObject }: Attributes) {
  const isNamespace = kind.group === '' && kind.plural === 'namespaces' && subresource === ''
  if (operation !== 'DELETE' || !isNamespace) return {}
  return { preconditions: { uid: oldObject?.metadata.uid, ...(options['preconditions'] as object | undefined) } }
}

function kindOf(version: ServedKind, subresource: string): JsonObject {
  return { ...spokenKind(version, subresource) }
}

function resourceOf({ group, version, plural }: ServedKind): JsonObject {
  return { group, version, resource: plural }
}
