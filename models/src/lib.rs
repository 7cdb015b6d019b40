//! The learned models that come with fuda, as bytes of model files.
//!
//! **What.** One constant per file; `README.md` beside them says how each was
//! made and what it scores, and `fuda models show` prints what a file is.
//!
//! **Why.** The players are built with their models inside, so that one binary
//! is all there is to install; a package of its own keeps the code packages
//! small.
//!
//! ```
//! // Every model file says in its first bytes what it is.
//! let head = String::from_utf8_lossy(&fuda_models::MAHJONG_NET[8..400]);
//! assert!(head.contains("mahjong-planes-1"));
//! ```

/// `daihinmin-ap.safetensors`.
pub const DAIHINMIN_AP: &[u8] = include_bytes!("../daihinmin-ap.safetensors");
/// `daihinmin-nn.safetensors`.
pub const DAIHINMIN_NN: &[u8] = include_bytes!("../daihinmin-nn.safetensors");
/// `koikoi-mined-paper.safetensors`.
pub const KOIKOI_MINED_PAPER: &[u8] = include_bytes!("../koikoi-mined-paper.safetensors");
/// `koikoi-pg-net-guan.safetensors`.
pub const KOIKOI_PG_NET_GUAN: &[u8] = include_bytes!("../koikoi-pg-net-guan.safetensors");
/// `koikoi-pg-net-nintendo.safetensors`.
pub const KOIKOI_PG_NET_NINTENDO: &[u8] = include_bytes!("../koikoi-pg-net-nintendo.safetensors");
/// `koikoi-pg-net-paper.safetensors`.
pub const KOIKOI_PG_NET_PAPER: &[u8] = include_bytes!("../koikoi-pg-net-paper.safetensors");
/// `koikoi-pg-paper.safetensors`.
pub const KOIKOI_PG_PAPER: &[u8] = include_bytes!("../koikoi-pg-paper.safetensors");
/// `koikoi-raw-paper.safetensors`.
pub const KOIKOI_RAW_PAPER: &[u8] = include_bytes!("../koikoi-raw-paper.safetensors");
/// `koikoi-value-paper.safetensors`.
pub const KOIKOI_VALUE_PAPER: &[u8] = include_bytes!("../koikoi-value-paper.safetensors");
/// `mahjong-eval.safetensors`.
pub const MAHJONG_EVAL: &[u8] = include_bytes!("../mahjong-eval.safetensors");
/// `mahjong-net.safetensors`.
pub const MAHJONG_NET: &[u8] = include_bytes!("../mahjong-net.safetensors");
/// `mahjong-svm.safetensors`.
pub const MAHJONG_SVM: &[u8] = include_bytes!("../mahjong-svm.safetensors");
/// `othello-mined.safetensors`.
pub const OTHELLO_MINED: &[u8] = include_bytes!("../othello-mined.safetensors");
/// `othello-raw.safetensors`.
pub const OTHELLO_RAW: &[u8] = include_bytes!("../othello-raw.safetensors");
