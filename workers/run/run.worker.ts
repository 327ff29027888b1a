/** @file Runs the loop: runs stages, stores epochs, and owns the models' threads. */
import { serve } from '../rpc/serve.ts';

serve(async () => (await import('./coordinator.ts')).openCoordinator());
