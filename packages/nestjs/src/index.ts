/** Kubewright operators hosted in a NestJS application. Experimental: nothing here is stable yet. */
export { KubewrightHealthIndicator } from './health-indicator.ts'
export {
  KubewrightModule,
  type KubewrightModuleAsyncOptions,
  type KubewrightModuleOptions,
  KubewrightRunner,
} from './kubewright-module.ts'
export { KUBEWRIGHT_MANAGER } from './manager-token.ts'
export { controllerFor, Reconciler, type ReconcilerOptions, type Reconciles } from './reconciler.ts'
