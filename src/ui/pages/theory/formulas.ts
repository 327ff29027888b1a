/** @file Declares the article's formulas. Only the words in them depend on the language. */
import { articleText, theoryText } from '../../../text/later.ts';

const { passes } = articleText.filter;
const { mixed } = theoryText.proposition;

export const FORMULAS = {
  grpo: String.raw`L = -\frac{1}{G}\sum_i \frac{1}{|y_i|} \sum_t \min\bigl(\rho_{it} A_i,\ \mathrm{clip}(\rho_{it}, 1 - \varepsilon, 1 + \varepsilon)\,A_i\bigr),\qquad A_i = \frac{r_i - \mu}{\sigma}`,
  filter: String.raw`R_{\mathrm{env}}(\hat p) = e^{-\beta(\hat p - \alpha)^2},\qquad \text{${passes}: } |\hat p - \alpha| \le k_{\mathrm{min}}`,
  regression: String.raw`w = e^{\lambda R_{\mathrm{env}}},\qquad L = -\frac{1}{T}\sum_i w_i \sum_t \log \pi(y_{it}) + \kappa\,\mathrm{KL}(\pi\,\Vert\,\pi_0)`,
  proposition: String.raw`C_{\mathrm{min}}\,p(1-p)\;\le\;\mathbb{E}\,\lVert g\rVert^2\;\le\;C_{\mathrm{max}}\,p(1-p)`,
  mixed: String.raw`P(\text{${mixed}}) = 1 - p^{G} - (1-p)^{G}`,
  theorem: String.raw`\Pr\bigl(R_{\mathrm{env}}(\hat p_1) \le R_{\mathrm{env}}(\hat p_2)\bigr)\;\le\;4\exp\!\Bigl(-\tfrac{2}{9}(\Delta_2-\Delta_1)^2 n\Bigr),\qquad R_{\mathrm{env}}(\hat p)=e^{-\beta(\hat p-\alpha)^2}`,
};
