/** The exports of this operator for other programs: its resources, controller and names. */
export { childrenOf, serverImage, skipsWorkload } from './children.ts'
export { coordinationFor } from './coordination.ts'
export {
  checksumAnnotation,
  fakeIngressClass,
  group,
  operatorName,
  operatorNamespace,
  projectLabel,
  reconcileAnnotation,
  skipWorkloadLabel,
} from './names.ts'
export { operatorWith } from './operator.ts'
export { pageHeaders, pathOf, serverPort } from './server-config.ts'
export { serverNameOf } from './server-name.ts'
export { type CoordinationName, defaultHosting, type HostingSettings, readSettings, type Settings } from './settings.ts'
export { siteMetrics } from './site-metrics.ts'
export { Theme } from './theme.ts'
export { type Phase, phases, Website } from './website.ts'
export { websites } from './websites.ts'
