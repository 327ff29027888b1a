/**
 * @file Every word of the page in Korean, one file a subject, with the names and parameters of English.
 *
 * Sentences end in 합니다, remedies in 하세요; labels are noun phrases. A particle that depends on the last sound of its
 * word does not follow an inserted name or number: a noun stands between them (“X” 과제를), or 의, 에, 에서, 도.
 *
 * One term means one thing everywhere: agent 에이전트, environment (model) 환경 모델, task 과제, rollout 롤아웃, answer 답,
 * group 그룹, epoch 에포크, stage 단계, optimizer step 스텝, reward 보상, advantage 어드밴티지, policy 정책, success rate 성공률,
 * band 구간, filter 필터, level 레벨, curriculum 커리큘럼, lesson 레슨, held-out 홀드아웃, pool 풀, trace 트레이스, arm 실험군,
 * sweep 스윕, run 실행, replay of a run 재생, replayed task 재사용 과제, seed 시드, preset 프리셋, token 토큰, tokenizer
 * 토크나이저, log-probability 로그 확률, logit 로짓, entropy 엔트로피, KL divergence KL 발산, gradient norm 그래디언트 노름,
 * clip 클리핑, weights 가중치, checkpoint 체크포인트, adapter of LoRA 어댑터, graphics adapter 그래픽 어댑터, prompt 프롬프트,
 * teacher 교사 모델, benchmark 벤치마크, oracle 오라클, mixed group 혼합 그룹, family 과제군, turn 턴, station 설비. The symbols
 * α, β, k_min, λ, p̂, R_env, D_train and D_env stay.
 */
export * from './axes.ts';
export * from './charts.ts';
export * from './circuit.ts';
export * from './departures.ts';
export * from './families.ts';
export * from './first-minute.ts';
export * from './frame.ts';
export * from './glossary-forms.ts';
export * from './loop.ts';
export * from './problems.ts';
export * from './replay.ts';
export * from './run-page.ts';
export * from './runs.ts';
export * from './settings-panel.ts';
export * from './settings.ts';
export * from './story.ts';
