/** Recorded initial objects of a real server, for comparison on machines without one. */
import { join } from 'node:path'
import { servedGroups } from '@kubewright/kubernetes/discovery'
import { recordingFile } from '../../testing/recording-file.ts'

/** The items of each non-empty collection, as text, by names such as `deployments.apps`. */
export type BootRecording = Readonly<Record<string, readonly string[]>>

/** The configured address of the recorded server. */
export const recordedHost = '10.9.8.7'

export const bootRecording = recordingFile<BootRecording>(join(import.meta.dirname, 'boot-answers.json'))

/** RBAC objects are recorded elsewhere; component statuses are never stored. */
const elsewhere: ReadonlySet<string> = new Set(['rbac.authorization.k8s.io', 'componentstatuses'])

export interface ListedKind {
  readonly collection: string
  /** `/apis/apps/v1/deployments` */
  readonly path: string
}

/** Every kind that can be listed, in its first version. */
export function listedKinds(): readonly ListedKind[] {
  return servedGroups.flatMap(({ group, versions }) => {
    const [{ version, resources }] = versions as [(typeof versions)[number]]
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    return resources
      .filter(({ resource: { verbs, plural } }) => verbs.includes('list') && ![group, plural].some(isElsewhere))
      .map(({ resource: { plural } }) => ({
        collection: group === '' ? plural : `${plural}.${group}`,
        path: `${root}/${plural}`,
      }))
  })
}

function isElsewhere(name: string): boolean {
  return elsewhere.has(name)
}

/** Masks the values that differ between servers. @param port that the server listens on */
export function maskItem(item: unknown, port: number): string {
  return JSON.stringify(item)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replaceAll(/"resourceVersion":"\d+"/g, '"resourceVersion":"<version>"')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replaceAll(/"since":"\d{4}-\d\d-\d\d"/g, '"since":"<date>"')
    .replaceAll(/apiserver-[a-z2-7]{26}/g, 'apiserver-<name>')
    .replaceAll(/"kubernetes.io\/hostname":"[^"]*"/g, '"kubernetes.io/hostname":"<name>"')
    .replaceAll(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/g, '<certificate>')
    .replaceAll(String(port), '<port>')
}
