/** What `kubewright.config.ts` imports: the operator as the command sees it. */
export {
  defineConfig,
  type DeploymentOptions,
  type Grant,
  type Installable,
  type OperatorConfig,
} from './project/operator-config.ts'
