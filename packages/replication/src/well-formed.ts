/** Checks the metadata of objects from a peer, whose server may answer anything. Pure. */
import type { KubeObject } from '@kubewright/core'
import { isJsonObject, type JsonValue } from '@kubewright/core/json'
import { nameProblems } from '@kubewright/core/object'

/** Whether an object has the name, uid, labels and annotations that every API server guarantees. */
export function isWellFormed(object: KubeObject): boolean {
  const { name, uid, labels, annotations } = object.metadata as unknown as Readonly<
    Record<string, JsonValue | undefined>
  >
  if (typeof name !== 'string' || name === '' || nameProblems('pathSegment', name).length > 0) return false
  return typeof uid === 'string' && uid !== '' && isTextMap(labels) && isTextMap(annotations)
}

function isTextMap(map: JsonValue | undefined): boolean {
  return map === undefined || (isJsonObject(map) && Object.values(map).every((value) => typeof value === 'string'))
}
