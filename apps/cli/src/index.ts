/** The exports for `kubewright.config.ts`. */
export {
  defineConfig,
  type DeploymentOptions,
  type Grant,
  type Installable,
  type OperatorConfig,
} from './project/operator-config.ts'
