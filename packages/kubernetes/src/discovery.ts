/** The default API of Kubernetes as data: groups, versions, resources and their subresources. */
export { kubernetesVersion, servedGroups } from './generated/discovery.ts'
export type { ServedGroup, ServedResource, ServedSubresource, ServedVersion } from './served-group.ts'
