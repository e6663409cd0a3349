/** The `request` of admission reviews and of expressions, without the objects. */
import type { JsonObject } from '@kubewright/core/json'
import { userInfoOf } from '../../auth/reviews/user-info.ts'
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { Attributes } from '../../kinds/admission.ts'
import { namespaceOf } from './rule.ts'
import { spokenKind } from './versioned.ts'

/** @param version the version shown, which may differ from the requested one */
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

/** The fields of the request that follow the objects. */
export function admissionCircumstances(attributes: Attributes): JsonObject {
  const options = { ...attributes.options, ...identityOf(attributes) } as JsonObject
  return { dryRun: attributes.isDryRun, options: Object.keys(options).length === 0 ? null : options }
}

/** Deletions of namespaces always carry a UID precondition: the server adds one if the caller gave none. */
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
