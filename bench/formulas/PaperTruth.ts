/**
 * Formulas of real papers, written out by hand from the pages as they look; letters that stand alone are left out. The papers
 * are Debian's: `apt-get download` of the package and `dpkg-deb -x` into a folder bring them.
 */
export interface Paper {
  readonly package: string
  /** The end of the file's path, and its page. */
  readonly file: string
  readonly page: number
  readonly formulas: ReadonlyArray<string>
}

const raw = String.raw
const lines = (...rows: ReadonlyArray<string>) => `\\begin{gathered}${rows.join(" \\\\ ")}\\end{gathered}`
const column = (...rows: ReadonlyArray<string>) => `\\begin{bmatrix}${rows.join(" \\\\ ")}\\end{bmatrix}`

export const papers: ReadonlyArray<Paper> = [
  {
    package: "r-cran-lme4",
    file: "Theory.pdf",
    page: 9,
    formulas: [
      raw`\ell(\boldsymbol{\theta}, \boldsymbol{\beta}, \sigma|\boldsymbol{y})`,
      lines(
        raw`-2\ell(\boldsymbol{\theta}, \boldsymbol{\beta}, \sigma|\boldsymbol{y})`,
        raw`= -2\log\left(L(\boldsymbol{\theta}, \boldsymbol{\beta}, \sigma|\boldsymbol{y})\right)`,
        raw`= n\log(2\pi\sigma^2) + \log(|\boldsymbol{L}_{\boldsymbol{Z}}|^2) + \frac{\tilde{d}(\boldsymbol{y}, \boldsymbol{\theta}) + \left\|\boldsymbol{L}'_{\boldsymbol{X}}\boldsymbol{P}_{\boldsymbol{X}}(\boldsymbol{\beta} - \tilde{\boldsymbol{\beta}})\right\|^2}{\sigma^2}`
      ),
      raw`\tilde{\boldsymbol{\beta}}(\boldsymbol{\theta})`,
      raw`\tilde{\sigma^2}(\boldsymbol{\theta}) = \frac{\tilde{d}(\boldsymbol{\theta}|\boldsymbol{y})}{n}`,
      raw`\tilde{L}(\boldsymbol{\theta}|\boldsymbol{y})`,
      raw`-2\tilde{\ell}(\boldsymbol{\theta}|\boldsymbol{y})) = \log(|\boldsymbol{L}_{\boldsymbol{Z}}(\boldsymbol{\theta})|^2) + n\left(1 + \log\left(\frac{2\pi\tilde{d}(\boldsymbol{y}, \boldsymbol{\theta})}{n}\right)\right)`,
      raw`\widehat{\boldsymbol{\theta}}_L = \operatorname*{arg\,min}_{\boldsymbol{\theta}}\left(-2\tilde{\ell}(\boldsymbol{\theta}|\boldsymbol{y})\right)`,
      raw`\sigma^2`,
      lines(
        raw`\widehat{\sigma_L^2} = \frac{\tilde{d}(\widehat{\boldsymbol{\theta}}_L, \boldsymbol{y})}{n}`,
        raw`\widehat{\boldsymbol{\beta}}_L = \tilde{\boldsymbol{\beta}}(\widehat{\boldsymbol{\theta}}_L)`
      )
    ]
  },
  {
    package: "r-cran-multcomp",
    file: "generalsiminf.pdf",
    page: 6,
    formulas: [
      raw`t \in \mathbb{R}`,
      raw`\varphi_k`,
      raw`\nu = \infty`,
      raw`t_k(\nu, \mathbf{R})`,
      raw`\nu < \infty`,
      raw`\mathbf{R}_n`,
      raw`H_0`,
      raw`1 - g_\nu(\mathbf{R}_n, \max|\mathbf{t}|)`,
      raw`\mathbf{T} = \mathbf{t}`,
      raw`\chi^2`,
      raw`\max(|\mathbf{T}_n|)`,
      raw`H_0^j, j = 1, \ldots, k`,
      raw`H_0^1, \ldots, H_0^k`,
      raw`\alpha \in (0, 1)`,
      raw`H_0^j`,
      raw`H_0^j : \vartheta_j = \mathbf{m}_j, j = 1, \ldots, k`,
      raw`p_j = 1 - g_\nu(\mathbf{R}_n, |t_j|)`,
      raw`t_1, \ldots, t_k`,
      raw`j = 1, \ldots, k`,
      raw`p_j \leq \alpha`,
      raw`(1 - 2\alpha) \times 100\%`,
      raw`\hat{\vartheta}_n \pm q_\alpha\mathbf{D}_n^{1/2}`,
      raw`q_\alpha`,
      raw`1 - \alpha`,
      raw`\mathbf{T}_n`,
      raw`g_\nu(\mathbf{R}_n, q_\alpha) = 1 - \alpha`
    ]
  },
  {
    package: "r-cran-mcmc",
    file: "bfst.pdf",
    page: 3,
    formulas: [
      raw`\mathbb{R}^p`,
      raw`h_i`,
      raw`i \in \mathcal{I}`,
      raw`(i, x)`,
      raw`x \in \mathbb{R}^p`,
      raw`h(i, x) = h_i(x)c_i`,
      raw`c_i`,
      raw`(I, X)`,
      raw`I = i`,
      raw`h(i, x)`,
      raw`\int h(i, x)\,dx = c_i\int h_i(x)\,dx = c_id_i`,
      raw`d_i = \int h_i(x)\,dx`,
      raw`h_i/d_i`
    ]
  },
  {
    package: "dynare-doc",
    file: "bvar-a-la-sims.pdf",
    page: 4,
    formulas: [
      raw`T^-`,
      raw`(Y^-, X^-)`,
      raw`p_3(\Phi, \Sigma) \propto |\Sigma|^{-T^-/2}\exp\left\{-\frac{1}{2}Tr(\Sigma^{-1}(Y^- - X^-\Phi)'(Y^- - X^-\Phi))\right\}`,
      raw`T = T^- + T^+`,
      `Y = ${column("Y^-", "Y^+")}`,
      `X = ${column("X^-", "X^+")}`,
      raw`T^p = T^* + T^-`,
      `Y^p = ${column("Y^*", "Y^-")}`,
      `X^p = ${column("X^*", "X^-")}`,
      raw`\mathrm{df}^p = T^p - k`,
      raw`p_1`,
      raw`\mathrm{df}^p = T^p - k - ny - 1`,
      lines(
        raw`p(\Phi, \Sigma) = p_1(\Phi, \Sigma) \cdot p_2(\Phi, \Sigma) \cdot p_3(\Phi, \Sigma)`,
        raw`\propto |\Sigma|^{-(\mathrm{df}^p + ny + 1 + k)/2}\exp\left\{-\frac{1}{2}Tr(\Sigma^{-1}(Y^p - X^p\Phi)'(Y^p - X^p\Phi))\right\}`
      ),
      raw`\hat{\Phi^p} = (X^{p\prime}X^p)^{-1}X^{p\prime}Y^p`,
      raw`X^p`,
      raw`Y^p`,
      raw`S^p = (Y^p - X^p\hat{\Phi^p})'(Y^p - X^p\hat{\Phi^p})`,
      lines(
        raw`p(\Phi, \Sigma) \propto |\Sigma|^{-(\mathrm{df}^p + ny + 1 + k)/2}\exp\left\{-\frac{1}{2}Tr(\Sigma^{-1}(S^p + (\Phi - \hat{\Phi^p})'X^{p\prime}X^p(\Phi - \hat{\Phi^p})))\right\}`,
        raw`\propto |\Sigma|^{-(\mathrm{df}^p + ny + 1)/2}\exp\left\{-\frac{1}{2}Tr(\Sigma^{-1}S^p)\right\} \times`,
        raw`|\Sigma|^{-k/2}\exp\left\{-\frac{1}{2}Tr(\Sigma^{-1}(\Phi - \hat{\Phi^p})'X^{p\prime}X^p(\Phi - \hat{\Phi^p})))\right\}`
      )
    ]
  },
  {
    package: "abinit-doc",
    file: "wf_elecden_kinden_elf.pdf",
    page: 6,
    formulas: [
      raw`S_t(\mathbf{r}) = \mathbf{r}'`,
      raw`\mathbf{r}'`,
      raw`3 \times 3`,
      raw`S_{\alpha\beta}`,
      raw`\mathbf{r}' = S(\mathbf{r}) \quad \Rightarrow \quad r'_\alpha = \sum_\beta S_{\alpha\beta}r_\beta`,
      raw`\mathbf{r}' = \mathbf{r} + \mathbf{t} \quad \Rightarrow \quad r'_\alpha = r_\alpha + t_\alpha`,
      raw`\mathbf{r}' = S(\mathbf{r}) + \mathbf{t} \quad \Rightarrow \quad r'_\alpha = \sum_\beta S_{\alpha\beta}r_\beta + t_\alpha`,
      raw`S_{\mathbf{t}}`
    ]
  },
  {
    package: "r-cran-party",
    file: "party.pdf",
    page: 4,
    formulas: [
      raw`h : \mathcal{Y} \times \mathcal{Y}^n \to \mathbb{R}^q`,
      raw`(\mathbf{Y}_1, \ldots, \mathbf{Y}_n)`,
      raw`g_j`,
      raw`p_j \times q`,
      raw`p_jq`,
      raw`\mathbf{T}_j(\mathcal{L}_n, \mathbf{w})`,
      raw`H_0^j`,
      raw`X_j`,
      raw`\mu_j \in \mathbb{R}^{p_jq}`,
      raw`\Sigma_j \in \mathbb{R}^{p_jq \times p_jq}`,
      raw`H_0`,
      raw`\sigma \in S(\mathcal{L}_n, \mathbf{w})`,
      lines(
        raw`\mu_j = \mathbb{E}(\mathbf{T}_j(\mathcal{L}_n, \mathbf{w})|S(\mathcal{L}_n, \mathbf{w})) = \mathrm{vec}\left(\left(\sum_{i = 1}^n w_ig_j(X_{ji})\right)\mathbb{E}(h|S(\mathcal{L}_n, \mathbf{w}))^\top\right),`,
        raw`\Sigma_j = \mathbb{V}(\mathbf{T}_j(\mathcal{L}_n, \mathbf{w})|S(\mathcal{L}_n, \mathbf{w}))`,
        raw`= \frac{\mathbf{w}_\cdot}{\mathbf{w}_\cdot - 1}\mathbb{V}(h|S(\mathcal{L}_n, \mathbf{w})) \otimes \left(\sum_i w_ig_j(X_{ji}) \otimes w_ig_j(X_{ji})^\top\right)`,
        raw`- \frac{1}{\mathbf{w}_\cdot - 1}\mathbb{V}(h|S(\mathcal{L}_n, \mathbf{w})) \otimes \left(\sum_i w_ig_j(X_{ji})\right) \otimes \left(\sum_i w_ig_j(X_{ji})\right)^\top`
      ),
      raw`\mathbf{w}_\cdot = \sum_{i = 1}^n w_i`,
      raw`\mathbb{E}(h|S(\mathcal{L}_n, \mathbf{w})) = \mathbf{w}_\cdot^{-1}\sum_i w_ih(\mathbf{Y}_i, (\mathbf{Y}_1, \ldots, \mathbf{Y}_n)) \in \mathbb{R}^q`,
      raw`q \times q`,
      lines(
        raw`\mathbb{V}(h|S(\mathcal{L}_n, \mathbf{w})) = \mathbf{w}_\cdot^{-1}\sum_i w_i(h(\mathbf{Y}_i, (\mathbf{Y}_1, \ldots, \mathbf{Y}_n)) - \mathbb{E}(h|S(\mathcal{L}_n, \mathbf{w})))`,
        raw`(h(\mathbf{Y}_i, (\mathbf{Y}_1, \ldots, \mathbf{Y}_n)) - \mathbb{E}(h|S(\mathcal{L}_n, \mathbf{w})))^\top`
      ),
      raw`\mathbf{T} \in \mathbb{R}^{pq}`,
      raw`p \in \{p_1, \ldots, p_m\}`,
      raw`\mathbf{t} \in \mathbb{R}^{pq}`,
      raw`c_{\max}(\mathbf{t}, \mu, \Sigma) = \max_{k = 1, \ldots, pq}\left|\frac{(\mathbf{t} - \mu)_k}{\sqrt{(\Sigma)_{kk}}}\right|`,
      raw`c_{\mathrm{quad}}(\mathbf{t}, \mu, \Sigma) = (\mathbf{t} - \mu)\Sigma^+(\mathbf{t} - \mu)^\top`,
      raw`\Sigma^+`
    ]
  },
  {
    package: "texlive-publishers-doc",
    file: "aomsample1.pdf",
    page: 4,
    formulas: [
      raw`\widehat{Y} = \{\hat{y}_1, \ldots, \hat{y}_n\}`,
      raw`\hat{y}_i\hat{y}_j + \hat{y}_j\hat{y}_i = 0, \quad i, j = 1, \ldots, n`,
      raw`\prod_{i \in \mathbf{n}}\left(\sum_{j \in \mathbf{n}}b_{ij}\hat{y}_j\right) = \left(\prod_{i \in \mathbf{n}}\hat{y}_i\right)\det\mathbf{B}`,
      raw`\sum_{j \in \mathbf{n}}b_{ij}\hat{y}_j = \sum_{j \in \mathbf{n}}b_{ij}^{(\lambda)}\hat{y}_j + (b_{ii} - \lambda_i)\hat{y}_i\hat{y}`,
      raw`b_{ii}^{(\lambda)} = \lambda_i, \quad b_{ij}^{(\lambda)} = b_{ij}, \quad i \neq j`,
      raw`\mathbf{B}^{(\lambda)} = (b_{ij}^{(\lambda)})`,
      raw`\det\mathbf{B} = \sum_{l = 0}^n\sum_{I_l \subseteq n}\prod_{i \in I_l}(b_{ii} - \lambda_i)\det\mathbf{B}^{(\lambda)}(I_l|I_l)`,
      raw`I_l = \{i_1, \ldots, i_l\}`,
      raw`\mathbf{B}^{(\lambda)}(I_l|I_l)`,
      raw`\mathbf{B}^{(\lambda)}`,
      raw`i_1, \ldots, i_l`,
      raw`n \times n`,
      raw`\mathbf{M}(\mathbf{n}|\mathbf{n}) = 1`,
      raw`\det(\mathbf{B} - x\mathbf{I}) = \sum_{l = 0}^n(-1)^lb_lx^l`,
      raw`b_l = \sum_{I_l \subseteq \mathbf{n}}\det\mathbf{B}(I_l|I_l)`
    ]
  },
  {
    package: "r-cran-systemfit",
    file: "systemfit.pdf",
    page: 6,
    formulas: [
      raw`\mathsf{E}\left[u_i^\top Z_i\right]) = 0\,\forall\,i)`,
      raw`\mathsf{E}\left[u_i^\top Z_j\right]) = 0\,\forall\,i, j)`,
      raw`\hat{\beta}_{\text{3SLS-IV}} = \left(\widehat{X}^\top\widehat{\Omega}^{-1}X\right)^{-1}\widehat{X}^\top\widehat{\Omega}^{-1}y`,
      raw`\widehat{\mathsf{COV}}\left[\hat{\beta}_{\text{3SLS-IV}}\right] = \left(\widehat{X}^\top\widehat{\Omega}^{-1}X\right)^{-1}`,
      raw`\hat{\beta}_{\text{3SLS-GMM}} = \left(X^\top Z\left(Z^\top\widehat{\Omega}Z\right)^{-1}Z^\top X\right)^{-1}X^\top Z\left(Z^\top\widehat{\Omega}Z\right)^{-1}Z^\top y`,
      raw`Z = \begin{bmatrix}Z_1 & 0 & \cdots & 0 \\ 0 & Z_2 & \cdots & 0 \\ \vdots & \vdots & \ddots & \vdots \\ 0 & 0 & \cdots & Z_G\end{bmatrix}`,
      raw`\widehat{\mathsf{COV}}\left[\hat{\beta}_{\text{3SLS-GMM}}\right] = \left(X^\top Z\left(Z^\top\widehat{\Omega}Z\right)^{-1}Z^\top X\right)^{-1}`,
      raw`\hat{\beta}_{\text{3SLS-Schmidt}} = \left(\widehat{X}^\top\widehat{\Omega}^{-1}\widehat{X}\right)^{-1}\widehat{X}^\top\widehat{\Omega}^{-1}Z\left(Z^\top Z\right)^{-1}Z^\top y`,
      raw`\hat{\beta}_{\text{3SLS-EViews}} = \hat{\beta}_{\text{2SLS}} + \left(\widehat{X}^\top\widehat{\Omega}^{-1}\widehat{X}\right)^{-1}\widehat{X}^\top\widehat{\Omega}^{-1}\left(y - X\hat{\beta}_{\text{2SLS}}\right)`,
      raw`\hat{\beta}_{\text{2SLS}}`
    ]
  },
  {
    package: "r-cran-msm",
    file: "msm-manual.pdf",
    page: 6,
    formulas: [
      raw`t + u`,
      raw`P(t)`,
      raw`P(t) = \mathrm{Exp}(tQ)`,
      raw`\mathrm{Exp}(X) = 1 + X^2/2! + X^3/3! + \ldots`,
      raw`X^k`,
      raw`Q = \begin{pmatrix}-(q_{12} + q_{13}) & q_{12} & q_{13} \\ 0 & -q_{23} & q_{23} \\ 0 & 0 & 0\end{pmatrix}`,
      raw`Q = \begin{pmatrix}-q_{12} & q_{12} \\ 0 & 0\end{pmatrix}`,
      raw`Q = \begin{pmatrix}0 & 0 \\ q_{21} & -q_{21}\end{pmatrix}`
    ]
  }
]
